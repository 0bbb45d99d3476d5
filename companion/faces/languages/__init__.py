"""Languages: English templates are looked up in gettext catalogues, one file or several for each language.

A catalogue is a `.po` file, read as it is: `ru.po`, or `ru.display.po` where a language has several. Those of the faces
lie here, those of a game in its own folder. So a language is added by adding files, and by changing nothing else.
"""

from companion.faces.languages.language import ENGLISH, Language, languages

__all__ = ["ENGLISH", "Language", "languages"]
