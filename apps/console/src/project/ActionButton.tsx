import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import type { ProjectAction } from './project-info.ts'

interface ActionButtonProps {
  action: ProjectAction
  isPending: boolean
  isPrimary?: boolean
  onPress: () => void
}

/** A button that starts, stops, restarts or provisions a project. */
export function ActionButton({ action, isPending, isPrimary = false, onPress }: ActionButtonProps) {
  const { label, icon } = looks[action]
  return (
    <Button
      icon={<Icon name={icon} />}
      variant={isPrimary ? 'primary' : 'secondary'}
      isPending={isPending}
      onClick={onPress}
    >
      <Text source={label} />
    </Button>
  )
}

const looks = {
  start_project: { label: 'Start', icon: 'play_arrow' },
  stop_project: { label: 'Stop', icon: 'stop' },
  restart_project: { label: 'Restart', icon: 'restart_alt' },
  provision_project: { label: 'Provision', icon: 'build' },
} as const satisfies Record<ProjectAction, { label: string; icon: string }>
