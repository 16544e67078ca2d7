import { Text, useI18n } from '@tavla/i18n/react'
import { Badge, Button, Icon, lazyPart, PopoverPanel, VisuallyHidden } from '@tavla/ui'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useUnread } from './useUnread.ts'
import './bell.css'

const InboxPanel = lazyPart(() => import('./InboxPanel.tsx'))

/** The number of unread notifications, and the inbox in a panel under it; on a phone it leads to the inbox. */
export function Bell({ isPhone, path }: { isPhone: boolean; path: string }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const unread = useUnread()
  const button = {
    className: 'bell',
    variant: 'quiet' as const,
    children: (
      <>
        <Icon name="notifications" />
        <VisuallyHidden>
          <Text source="Inbox" />
        </VisuallyHidden>
        <Badge count={unread} label={t('Unread')} />
      </>
    ),
  }
  if (isPhone) return <Button {...button} onClick={() => void navigate(path)} />
  return (
    <PopoverPanel label={t('Inbox')} align="end" button={button}>
      {(close) => (
        <Suspense fallback={null}>
          <InboxPanel path={path} onClose={close} />
        </Suspense>
      )}
    </PopoverPanel>
  )
}
