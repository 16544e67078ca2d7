import type { ReactNode } from 'react'

/** The text inside stands between two globes, as one without translation does. The design system draws them by their class. */
export function Untranslated({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="globe">🌐</span>
      {children}
      <span className="globe">🌐</span>
    </>
  )
}
