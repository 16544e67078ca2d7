import { idOf } from '@tavla/app-shell/records'
import type { OauthAnswer } from '@tavla/client'
import { useEnvironment } from '@tavla/entity-ui'
import { ErrorMessage, Text } from '@tavla/i18n/react'
import { EmptyState, Link } from '@tavla/ui'
import { useLocation, useParams } from 'react-router'
import { useActiveProject } from '../../project/ActiveProject.tsx'
import { GoTo } from '../../project/GoTo.tsx'
import { useLiveReading } from '../../reading/useLiveReading.ts'
import { tabPath } from '../staging-path.ts'

/** Answers by address: a code works once, so rendering the screen again uses the first answer. */
const answers = new Map<string, Promise<OauthAnswer>>()

/**
 * The target of a provider's redirect: completes the sign-in and shows the result (reference: screens, Console tabs;
 * http-api, Connected apps).
 */
export default function GoogleCallback() {
  const { project } = useActiveProject()
  const app = idOf(useParams().record)
  if (app === undefined) return <GoTo path={tabPath(project.id, 'google')} />
  return <Outcome app={app} />
}

function Outcome({ app }: { app: string }) {
  const { project } = useActiveProject()
  const { client } = useEnvironment()
  const { search } = useLocation()
  const key = `${project.id}\n${app}\n${search}`
  const { value, error } = useLiveReading(key, () => {
    const answer = answers.get(key) ?? client.auth.oauth({ app_id: app, ...readAnswer(search) })
    answers.set(key, answer)
    return answer
  })
  const back = (
    <Link href={tabPath(project.id, 'google')}>
      <Text source="Google" />
    </Link>
  )
  if (error) return <EmptyState kind="failed" icon="error" title={<ErrorMessage error={error} />} action={back} />
  return (
    <div role="status">
      {value ? (
        <EmptyState
          kind="empty"
          icon="check_circle"
          title={<Text source="Connected" />}
          description={<bdi>{value.account_email}</bdi>}
          action={back}
        />
      ) : (
        <EmptyState kind="empty" icon="hourglass_top" title={<Text source="Completing sign-in…" />} />
      )}
    </div>
  )
}

/** The parameters that a provider sends. */
function readAnswer(search: string) {
  const params = new URLSearchParams(search)
  const named = (['code', 'state', 'error'] as const).map((name) => [name, params.get(name) ?? ''])
  return Object.fromEntries(named.filter(([, value]) => value !== '')) as Partial<
    Record<'code' | 'state' | 'error', string>
  >
}
