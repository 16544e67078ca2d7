import type { ReactNode } from 'react'
import './app-frame.css'
import '../styles/contrast.css'
import '../styles/print.css'
import '../styles/technical.css'

export interface AppFrameProps {
  /** The side navigation; absent on phones. */
  side?: ReactNode
  top: ReactNode
  /** Text of the link that skips the navigation. */
  skipLabel: string
  children: ReactNode
}

/** Side navigation, top bar and the main area, which fills the window. */
export function AppFrame({ side, top, skipLabel, children }: AppFrameProps) {
  return (
    <div className="app-frame">
      <a className="skip-link" href="#main">
        {skipLabel}
      </a>
      {side}
      <div className="app-column">
        {top}
        <main className="app-main" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  )
}
