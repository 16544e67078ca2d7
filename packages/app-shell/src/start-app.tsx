import '@tavla/ui/styles.css'
import './root/root.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { setRouter } from './boot/app-router.ts'
import { watchErrors } from './errors/watch-errors.ts'
import { createAppRouter } from './routes.tsx'
import { type ShellOptions, setShell } from './shell.ts'

/** Starts an application in the page's `root` element. */
export function startApp(options: ShellOptions): void {
  setShell(options)
  const router = createAppRouter(options)
  setRouter(router)
  watchErrors()
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
