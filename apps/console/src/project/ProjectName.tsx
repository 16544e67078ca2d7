import { EnvironmentSign } from '@tavla/app-shell/frame'
import { ColorChip } from '@tavla/ui'
import type { projectMark } from './project-mark.ts'
import './project-name.css'

/** A project's colour, icon, name and environment. */
export function ProjectName({ mark: { name, color, icon, environment } }: { mark: ReturnType<typeof projectMark> }) {
  return (
    <span className="project-name">
      <ColorChip color={color} icon={icon} />
      <bdi>{name}</bdi>
      <EnvironmentSign environment={environment} />
    </span>
  )
}
