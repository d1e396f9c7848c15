// outside.ts - closing what is open over the page by a press elsewhere

import { useEffect, useRef } from "preact/hooks";

/* For the element around it. */
export function useOutside(isOpen: boolean, close: () => void) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onDown = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", onDown);
    return () => document.removeEventListener("pointerdown", onDown);
  }, [isOpen]);
  return box;
}
