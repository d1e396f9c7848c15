// export.tsx - exporting the book in any format, and what that would lose

import { useEffect, useState } from "preact/hooks";
import { api } from "../../model/api";
import { Dialog } from "../dialog";
import { fileName, grouped } from "../../lib/format";
import { useStore } from "../../lib/store";
import { state } from "../../model/state";
import type { Book, Loss } from "../../lib/types";

/* The others follow them. */
const COMMON = ["pgn", "openings", "json", "polyglot", "ctg", "epd"];

export function LossList({ losses }: { losses: Loss[] }) {
  return (
    <ul class="losses">
      {losses.map((loss) => (
        <li key={loss.what}>
          <b>{grouped(loss.count)}</b> {loss.what}
        </li>
      ))}
    </ul>
  );
}

export function ExportDialog({
  book,
  onClose,
}: {
  book: Book;
  onClose: () => void;
}) {
  const all = useStore(state, (from) => from.server?.writable ?? []);
  const common = COMMON.flatMap((name) => all.find((one) => one.format === name) ?? []);
  const formats = [...new Set([...common, ...all])];
  const [format, setFormat] = useState(
    formats.find((one) => one.format === book.format) ?? formats[0],
  );
  const [losses, setLosses] = useState<Loss[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    setLosses(null);
    setProblem(null);
    if (!format) return;
    let current = true;
    api
      .losses(book.id, format.format)
      .then((answer) => current && setLosses(answer.losses))
      .catch((error: Error) => current && setProblem(error.message));
    return () => {
      current = false;
    };
  }, [format]);

  return (
    <Dialog title="Export book" onClose={onClose}>
      <label class="field">
        <span>Format</span>
        <select
          value={format?.format}
          onChange={(event) => {
            const name = event.currentTarget.value;
            setFormat(formats.find((one) => one.format === name));
          }}
        >
          {formats.map((one) => (
            <option key={one.format} value={one.format}>
              {one.title} ({one.suffix})
            </option>
          ))}
        </select>
      </label>
      <div role="status" class="loss-report">
        {problem && <p class="wrong">{problem}</p>}
        {!problem && !losses && <p class="hint">Checking what would be lost…</p>}
        {losses && !losses.length && <p>This format stores everything.</p>}
        {losses && losses.length > 0 && (
          <>
            <p>This format cannot store everything:</p>
            <LossList losses={losses} />
          </>
        )}
      </div>
      <p class="actions">
        <button onClick={onClose}>Close</button>
        {format && !problem && (
          <a
            class="button primary"
            href={api.exportAddress(book.id, format.format)}
            download={fileName(book.title, format.suffix)}
          >
            Download
          </a>
        )}
      </p>
    </Dialog>
  );
}
