import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import type { Jobs } from './useJobs.ts'

interface JobButtonProps {
  jobs: Jobs
  action: string
  icon: string
  /** English source text. */
  label: string
  onPress: () => void
}

/** The button of an action; it shows that the action is running. */
export const JobButton = ({ jobs, action, icon, label, onPress }: JobButtonProps) => (
  <Button icon={<Icon name={icon} />} isPending={jobs.running === action} onClick={onPress}>
    <Text source={label} />
  </Button>
)
