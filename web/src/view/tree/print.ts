// print.ts - prints the book: a sheet from the server, in a hidden frame

import { notify } from "../../model/announce";
import { api } from "../../model/api";
import type { Book } from "../../lib/types";

export function printBook(book: Book): void {
  document.getElementById("sheet")?.remove();
  const frame = document.createElement("iframe");
  frame.id = "sheet";
  frame.className = "sheet-frame";
  frame.title = "The book, to print";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  frame.src = api.sheetAddress(book.id);
  frame.addEventListener("load", () => {
    const sheet = frame.contentDocument;
    if (sheet?.contentType === "text/html") frame.contentWindow?.print();
    else notify(`Cannot print: ${sheet?.body?.innerText ?? "no answer"}`);
  });
  frame.addEventListener("error", () => notify("The server is not responding."));
  document.body.append(frame);
}
