"""Languages: English templates are looked up in gettext catalogues, one file or several for each language.

A catalogue is a `.po` file, read without being compiled: `ru.po`, or `ru.display.po` if a language has several. The
catalogues of the faces are here, those of a game in its own folder. To add a language, add files and change nothing.
"""

from companion.faces.languages.language import ENGLISH, Language, languages

__all__ = ["ENGLISH", "Language", "languages"]
