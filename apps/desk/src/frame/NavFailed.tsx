import { Text, useI18n } from '@tavla/i18n/react'
import { Button, IconButton } from '@tavla/ui'
import { loadNavigation } from './navigation-store.ts'
import './nav-failed.css'

const retry = () => void loadNavigation()

/** The reason why the side navigation is empty, with a retry; a narrow one has room only for the retry. */
export function NavFailed({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useI18n()
  if (isNarrow) return <IconButton icon="refresh" label={t('Retry')} onClick={retry} />
  return (
    <div className="nav-failed" role="alert">
      <span>
        <Text source="The menu could not be loaded." />
      </span>
      <Button size="small" onClick={retry}>
        <Text source="Retry" />
      </Button>
    </div>
  )
}
