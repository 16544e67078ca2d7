import RecordPanel, { type RecordPanelProps } from '@tavla/app-shell/record-panel'
import { idOf, RecordsScreen } from '@tavla/app-shell/records'
import { useParams } from 'react-router'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { tabPath } from './staging-path.ts'

const scope = { type: ['=', 'Settings'] } as const

/** The settings entities, and beside them the record of the one in the address (reference: screens, Console tabs). */
export default function Settings() {
  const { project } = useActiveProject()
  const id = idOf(useParams().record)
  const baseRoute = tabPath(project.id, 'settings')
  return <RecordsScreen entity="Entity" id={id} baseRoute={baseRoute} scope={scope} Panel={SettingsPanel} isFixed />
}

/** A settings record has the id of its entity. */
const SettingsPanel = ({ id, baseRoute, ...panel }: RecordPanelProps) => (
  <RecordPanel {...panel} entity={id} id={id} baseRoute={baseRoute} />
)
