import { find, post } from "./page.js";

find("#signin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const told = await post("/signin", {
    person: form.get("person"), password: form.get("password"), table: form.get("table") || null,
  });
  if (told.go) location.assign(told.go);
  else find("#why").textContent = told.why;
});
