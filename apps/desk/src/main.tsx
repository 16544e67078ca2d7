import '@tavla/ui/styles.css'
import './root/root.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { watchErrors } from './errors/watch-errors.ts'
import { createAppRouter } from './router.tsx'

const router = createAppRouter()
watchErrors(router)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
