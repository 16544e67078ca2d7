import RecordPanel, { type RecordPanelProps } from '@tavla/app-shell/record-panel'
import { RecordsScreen } from '@tavla/app-shell/records'
import { hqPath } from '../paths.ts'
import type { HqPartProps } from './HqScreen.tsx'
import { RecoveryKey } from './RecoveryKey.tsx'

const scope = { type: ['=', 'Settings'] } as const

/** The settings of HQ itself. */
export default function HqSettings({ id }: HqPartProps) {
  return (
    <RecordsScreen
      entity="Entity"
      id={id}
      baseRoute={`${hqPath}/settings`}
      scope={scope}
      Panel={SettingsPanel}
      isFixed
    />
  )
}

/** A settings record has the id of its entity. */
const SettingsPanel = ({ id, baseRoute, ...panel }: RecordPanelProps) => (
  <RecordPanel
    {...panel}
    entity={id}
    id={id}
    baseRoute={baseRoute}
    {...(id === 'HQ Settings' && { intro: <RecoveryKey /> })}
  />
)
