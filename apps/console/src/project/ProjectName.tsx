import { ColorChip } from '@tavla/ui'
import type { projectMark } from './project-mark.ts'
import './project-name.css'

/** A project's colour, icon and name. */
export function ProjectName({ mark: { name, color, icon } }: { mark: ReturnType<typeof projectMark> }) {
  return (
    <span className="project-name">
      <ColorChip color={color} icon={icon} />
      <bdi>{name}</bdi>
    </span>
  )
}
