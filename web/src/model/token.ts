// token.ts - the token that changes need, as the printed address brings it
//
// Where others can connect, 'tabia serve' prints an address that ends with
// #token=...: a fragment is not sent, so no log has it. It is kept for this
// tab, and taken out of the address, which may be shared.

const FRAGMENT = /^#token=([0-9a-f]+)$/;
// Two servers behind one proxy have one store.
const key = () => `tabia.token ${new URL(".", location.href).pathname}`;

let taken: string | null = null; // where there is no store

export function knownToken(): string | null {
  try {
    return sessionStorage.getItem(key()) ?? taken;
  } catch {
    return taken;
  }
}

/* True if the address had one. */
export function takeToken(): boolean {
  const found = FRAGMENT.exec(location.hash)?.[1];
  if (!found) return false;
  taken = found;
  try {
    sessionStorage.setItem(key(), found);
  } catch {
    // Then it lasts until the page is loaded again.
  }
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}
