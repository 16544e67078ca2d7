import { useEnvironment, useReading } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, IconButton, type Tab, Tabs } from '@tavla/ui'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { InboxList } from './InboxList.tsx'
import { type InboxTab, readCounts } from './inbox-rows.ts'
import { useMarks } from './useMarks.ts'
import { useNoticeEvents } from './useNoticeEvents.ts'
import './inbox.css'

const parts: readonly (readonly [InboxTab, label: string])[] = [
  ['me', 'For me'],
  ['following', 'Following'],
  ['later', 'Later'],
]

interface InboxViewProps {
  isPanel?: boolean
  /** Above the parts; the page has its title in the top bar. */
  title?: ReactNode
  /** Below the rows. */
  foot?: ReactNode
}

/** Notifications of the person, and the steps that they may take with each (reference: screens, Inbox). */
export function InboxView({ isPanel = false, title, foot }: InboxViewProps) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const navigate = useNavigate()
  const [tab, setTab] = useState<InboxTab>('me')
  const { value: counts, reload } = useReading('counts', () => readCounts(client))
  useNoticeEvents(reload)
  const marks = useMarks(reload)
  const tabs: Tab[] = parts.map(([id, source]) => ({
    id,
    label: <Text source={source} />,
    count: counts?.[id],
    content: <InboxList key={id} tab={id} label={t(source)} isPanel={isPanel} onMarked={reload} />,
  }))
  return (
    <div className="inbox" data-panel={isPanel || undefined}>
      <div className="inbox-head">
        {title}
        <Button
          variant="quiet"
          size="small"
          icon={<Icon name="done_all" size="small" />}
          onClick={() => void marks.readAll()}
        >
          <Text source="Mark all as read" />
        </Button>
        <IconButton icon="settings" size="small" label={t('Settings')} onClick={() => void navigate('/profile')} />
      </div>
      <Tabs label={t('Inbox')} tabs={tabs} active={tab} onSelect={(id) => setTab(id as InboxTab)} />
      {foot}
    </div>
  )
}
