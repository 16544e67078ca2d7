import { useEffect } from 'react'

/**
 * Makes the browser warn before the page is closed or reloaded with unsaved changes, and tells the app, whose router
 * guards its own routes with `ConfirmLeave`.
 */
export function useUnsavedGuard(isDirty: boolean, onDirtyChange?: (isDirty: boolean) => void): void {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])

  useEffect(() => {
    onDirtyChange?.(isDirty)
    return () => onDirtyChange?.(false)
  }, [isDirty, onDirtyChange])
}
