import type { ApiError } from '@tavla/client'
import type { Reading } from '@tavla/entity-ui'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Skeleton } from '@tavla/ui'
import type { ReactNode } from 'react'

interface PanelStateProps {
  reading: Pick<Reading<unknown>, 'error' | 'reload'>
  shape?: 'text' | 'rows' | 'form'
  /** The next step, if it is not a retry. */
  action?: ReactNode
}

/** Replaces a panel without data: loading, no right, not found or failed, each with a next step. */
export function PanelState({ reading: { error, reload }, shape = 'text', action }: PanelStateProps) {
  const { t } = useI18n()
  if (!error) return <Skeleton shape={shape} lines={6} label={t('Loading…')} />
  const retry = (
    <Button onClick={() => void reload()}>
      <Text source="Retry" />
    </Button>
  )
  return <EmptyState kind={kindOf(error)} title={<ErrorMessage error={error} />} action={action ?? retry} />
}

function kindOf({ code }: ApiError): 'noRight' | 'notFound' | 'failed' {
  if (code === 401 || code === 403) return 'noRight'
  return code === 404 ? 'notFound' : 'failed'
}
