// Short messages of what was just done, read out by screen readers, gone after a while.

import type { ComponentChildren } from "preact";
import { createContext } from "preact";
import { useCallback, useContext, useState } from "preact/hooks";

const STAYS_MS = 6_000;

interface Toast {
  readonly id: number;
  readonly text: string;
}

const ToastContext = createContext<(text: string) => void>(() => {});

/** Says a short message. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext);
}

/** Around everything that may say something. */
export function Toasts({ children }: { readonly children: ComponentChildren }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const say = useCallback((text: string) => {
    const toast = { id: performance.now(), text };
    setToasts((all) => [...all, toast]);
    setTimeout(() => setToasts((all) => all.filter((one) => one !== toast)), STAYS_MS);
  }, []);
  return (
    <ToastContext.Provider value={say}>
      {children}
      <div class="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </ToastContext.Provider>
  );
}
