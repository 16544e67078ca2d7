import { titleCase } from '@tavla/i18n'

const names: Readonly<Record<string, { label: string }>> = {
  create: { label: 'Create' },
  provision: { label: 'Provision' },
  start: { label: 'Start' },
  restart: { label: 'Restart' },
  healthy: { label: 'Healthy' },
  ended: { label: 'Ended' },
  recover: { label: 'Automatic Restart' },
  stop: { label: 'Stop' },
  stopped: { label: 'Stopped' },
  delete: { label: 'Delete' },
}

/** Label of a project's event: English source text; an unknown event keeps its own name. */
export const eventName = (event: string): string => names[event]?.label ?? titleCase(event)
