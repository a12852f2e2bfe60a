// Runs before the page is painted. The key and the classes are Redoc's: its pages follow the choice.
try {
  const chosen = localStorage.getItem("redoc.colorMode");
  if (chosen === "light" || chosen === "dark") {
    document.documentElement.classList.add(chosen);
  }
} catch {
  // Without storage, as on some file:// pages, the system's choice holds.
}
