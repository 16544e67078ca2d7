import { Text, useI18n } from '@tavla/i18n/react'
import { Button, IconButton } from '@tavla/ui'
import { loadNavigation } from './navigation-store.ts'
import './nav-failed.css'

const retry = () => void loadNavigation()

/** Why the side navigation leads nowhere, with another try; a narrow one has room for the latter alone. */
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
