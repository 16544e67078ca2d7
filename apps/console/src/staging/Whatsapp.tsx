import { askBoundToScreen } from '@tavla/app-shell/records'
import { Text, useI18n } from '@tavla/i18n/react'
import { Tabs } from '@tavla/ui'
import { useState } from 'react'
import { PlaceRecords } from './place/PlaceRecords.tsx'

const parts = [
  { id: 'messages', title: 'Messages', entity: 'Whatsapp Message' },
  { id: 'webhooks', title: 'Webhooks', entity: 'Whatsapp Webhook' },
  { id: 'templates', title: 'Templates', entity: 'Whatsapp Template' },
] as const

/** Messages, connections and templates, each in place (contract 6.8). */
export function Whatsapp() {
  const { t } = useI18n()
  const [active, setActive] = useState<string>(parts[0].id)
  const select = async (next: string) => {
    if (next !== active && (await askBoundToScreen())) setActive(next)
  }
  return (
    <div className="place-tabs">
      <Tabs
        label={t('Whatsapp')}
        active={active}
        onSelect={(next) => void select(next)}
        tabs={parts.map(({ id, title, entity }) => ({
          id,
          label: <Text source={title} />,
          content: <PlaceRecords label={t(title)} lists={[{ entity }]} />,
        }))}
      />
    </div>
  )
}
