import { ErrorMessage, Text } from '@tavla/i18n/react'
import { ErrorDialog } from '@tavla/ui'
import { useSyncExternalStore } from 'react'
import { errorHelp } from './error-help.ts'
import { clearError, shownError, watchError } from './error-window.ts'

/** The window of the last failed call; the server's sentence is already in the reader's language. */
export function ErrorWindow() {
  const error = useSyncExternalStore(watchError, shownError)
  if (error === null) return null
  return (
    <ErrorDialog
      title={error.title === 'Error' ? <Text source="Error" /> : error.title}
      message={<ErrorMessage error={error} />}
      onClose={clearError}
    >
      {errorHelp.of?.(error)}
    </ErrorDialog>
  )
}
