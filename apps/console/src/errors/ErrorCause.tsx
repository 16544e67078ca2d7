import { clearError, usePlace } from '@tavla/app-shell'
import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useNavigate } from 'react-router'
import { timeLinePath } from '../paths.ts'
import { ProjectName } from '../project/ProjectName.tsx'
import './error-cause.css'

/** Names the project of an error, and leads from its code to the time line (reference: screens, Error window). */
export default function ErrorCause({ reference }: { reference: string }) {
  const { mark } = usePlace()
  const navigate = useNavigate()
  const show = () => {
    clearError()
    void navigate(timeLinePath(reference))
  }
  return (
    <div className="error-cause">
      {mark?.color && mark.icon !== undefined && (
        <ProjectName mark={{ name: mark.name, color: mark.color, icon: mark.icon, environment: mark.environment }} />
      )}
      <Button size="small" icon={<Icon name="timeline" />} onClick={show}>
        <Text source="Show Cause" />
      </Button>
    </div>
  )
}
