import { Text, useI18n } from '@tavla/i18n/react'
import { Tabs } from '@tavla/ui'
import type { ReactNode } from 'react'
import { useActiveProject } from '../../project/ActiveProject.tsx'
import { HeldNote } from '../jobs/HeldNote.tsx'
import type { Jobs } from '../jobs/useJobs.ts'
import { PlaceRecords } from '../place/PlaceRecords.tsx'
import type { PlaceId } from '../place/usePlaceRecord.ts'
import { tabPath } from '../staging-path.ts'
import { useInnerTab } from '../useInnerTab.ts'
import { CallbackAddress, ConnectionActions } from './ConnectionActions.tsx'
import { MessageActions } from './MessageActions.tsx'
import { TemplateActions } from './TemplateActions.tsx'

interface Part {
  id: string
  title: string
  entity: string
  actionsOf: (open: PlaceId, jobs: Jobs) => ReactNode
  introOf?: (open: PlaceId, jobs: Jobs) => ReactNode
  /** Names of the fields that the intro shows. */
  introFields?: readonly string[]
}

const parts: readonly [Part, ...Part[]] = [
  {
    id: 'messages',
    title: 'Messages',
    entity: 'Whatsapp Message',
    actionsOf: (_open, jobs) => <MessageActions jobs={jobs} />,
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    entity: 'Whatsapp Webhook',
    actionsOf: (_open, jobs) => <ConnectionActions jobs={jobs} />,
    introOf: (_open, jobs) => <CallbackAddress jobs={jobs} />,
    introFields: ['callback_url'],
  },
  {
    id: 'templates',
    title: 'Templates',
    entity: 'Whatsapp Template',
    actionsOf: ({ id }, jobs) => <TemplateActions key={id} jobs={jobs} />,
  },
]

const ids = parts.map(({ id }) => id) as [string, ...string[]]

/** Messages, connections and templates, each in place (reference: screens, Console tabs). */
export default function Whatsapp() {
  const { t } = useI18n()
  const { project } = useActiveProject()
  const { active, select } = useInnerTab(ids, tabPath(project.id, 'whatsapp'))
  return (
    <div className="place-tabs">
      <Tabs
        label={t('Whatsapp')}
        active={active}
        onSelect={select}
        tabs={parts.map(({ id, title, entity, ...open }) => ({
          id,
          label: <Text source={title} />,
          content: (
            <div className="place-noted">
              <div>{id === 'messages' && <HeldNote />}</div>
              <PlaceRecords label={t(title)} lists={[{ entity }]} {...open} />
            </div>
          ),
        }))}
      />
    </div>
  )
}
