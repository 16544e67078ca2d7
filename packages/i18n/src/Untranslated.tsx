import type { ReactNode } from 'react'

/** Marks its content as untranslated; the design system draws a globe on either side by the class. */
export function Untranslated({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="globe">🌐</span>
      {children}
      <span className="globe">🌐</span>
    </>
  )
}
