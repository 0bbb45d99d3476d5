// What was taken for granted is put away by "Right", on this phone: nothing is sent, and the next one shows again.

const KEY = "companion-granted";

export function putAway() {
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-right]")) return;
    sessionStorage.setItem(KEY, event.target.closest("[data-granted]").dataset.granted);
    look();
  });
  document.addEventListener("shown", look);
  look();
}

function look() {
  for (const one of document.querySelectorAll("[data-granted]")) {
    one.hidden = one.dataset.granted === sessionStorage.getItem(KEY);
    for (const button of one.querySelectorAll("[data-right]")) button.hidden = false;
  }
}
