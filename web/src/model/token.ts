// token.ts - the token for editing, from the address that was printed
//
// Where others can connect, 'tabia serve' prints an address that ends with
// #token=...: browsers do not send a fragment, so no log has it. The page keeps
// it for this tab and removes it from the address, which may be shared.

const FRAGMENT = /^#token=([0-9a-f]+)$/;
// Two servers behind one proxy share the storage.
const key = () => `tabia.token ${new URL(".", location.href).pathname}`;

let taken: string | null = null; // if there is no storage

export function knownToken(): string | null {
  try {
    return sessionStorage.getItem(key()) ?? taken;
  } catch {
    return taken;
  }
}

/* Reads the token from the address. True if it had one. */
export function takeToken(): boolean {
  const found = FRAGMENT.exec(location.hash)?.[1];
  if (!found) return false;
  taken = found;
  try {
    sessionStorage.setItem(key(), found);
  } catch {
    // Then it lasts until the page is reloaded.
  }
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}
