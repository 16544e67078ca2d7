import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, Select } from '@tavla/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { hasLevel } from '../project/levels.ts'
import { projectMark } from '../project/project-mark.ts'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { planPromotion } from './promotion-calls.ts'
import { RefreshClone } from './RefreshClone.tsx'

/** Plans a promotion to another project; of a clone that is its source at first. */
export function NewPromotion({ path }: { path: string }) {
  const { t } = useI18n()
  const { project } = useActiveProject()
  const navigate = useNavigate()
  const source = typeof project.clone_of === 'string' ? project.clone_of : ''
  const canRefresh = source !== '' && project.environment === 'Staging' && hasLevel(project, 'Manage')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const { value } = useLiveReading('targets', () =>
    client.entities.list('Project', {
      fields: ['project_name', 'environment'],
      order_by: 'project_name asc',
      limit_page_length: 500,
    }),
  )
  const others = (value?.data ?? []).filter(({ id }) => id !== project.id)
  const target = chosen ?? (others.some(({ id }) => id === source) ? source : '')
  const plan = async () => {
    setPending(true)
    try {
      const { promotion } = await planPromotion(project.id, target)
      void navigate(`${path}/${encodeURIComponent(promotion)}`)
    } catch (error) {
      showError(error)
    }
    setPending(false)
  }
  return (
    <div className="promote-head">
      <Select
        label={<Text source="Target" />}
        options={others.map((one) => ({ value: one.id, label: labelOf(one) }))}
        value={target}
        onChange={setChosen}
      />
      <Button
        variant="primary"
        icon={<Icon name="move_up" />}
        disabled={target === ''}
        isPending={isPending}
        onClick={() => void plan()}
      >
        <Text source="Promote" />
      </Button>
      {canRefresh && <RefreshClone source={source} />}
    </div>
  )

  function labelOf(one: Parameters<typeof projectMark>[0]): string {
    const { name, environment } = projectMark(one)
    return environment ? `${name} · ${t(environment)}` : name
  }
}
