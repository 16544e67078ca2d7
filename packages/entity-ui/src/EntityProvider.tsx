import { type FieldServices, FieldServicesContext } from '@tavla/fields/ui'
import { lazyPart } from '@tavla/ui'
import { type ReactNode, useMemo } from 'react'
import { type EntityEnvironment, EnvironmentContext } from './environment.ts'
import { siteClock } from './site-clock.ts'

const FieldUpload = lazyPart(() => import('./upload/FieldUpload.tsx'), 'line')

export interface EntityProviderProps
  extends Omit<EntityEnvironment, 'now' | 'recordPath' | 'importPath' | 'onSaved' | 'listLinks'> {
  recordPath?: EntityEnvironment['recordPath']
  importPath?: EntityEnvironment['importPath']
  onSaved?: EntityEnvironment['onSaved']
  listLinks?: EntityEnvironment['listLinks']
  children: ReactNode
}

/** Provides one host's client, the session, and the app's callbacks to the lists, forms and fields below it. */
export function EntityProvider({
  client,
  session,
  navigate,
  recordPath = noPath,
  importPath = noPath,
  onError,
  onSaved = nothingMore,
  listLinks = noLinks,
  children,
}: EntityProviderProps) {
  const environment = useMemo<EntityEnvironment>(
    () => ({ client, session, navigate, recordPath, importPath, onError, onSaved, listLinks, now: siteClock(session) }),
    [client, session, navigate, recordPath, importPath, onError, onSaved, listLinks],
  )
  const services = useMemo(() => fieldServices(environment), [environment])
  return (
    <EnvironmentContext value={environment}>
      <FieldServicesContext value={services}>{children}</FieldServicesContext>
    </EnvironmentContext>
  )
}

const noPath = () => undefined
const nothingMore = () => undefined
const noLinks: EntityEnvironment['listLinks'] = []

const fieldServices = ({ client, session, recordPath, now }: EntityEnvironment): FieldServices => ({
  suggestLinks: (question, signal) => client.entities.suggestLinks(question, signal),
  resolveLinks: (question) => client.entities.resolveLinks(question),
  fileUrl: (path) => client.fileUrl(path),
  recordPath,
  now,
  currency: session.currency,
  uploadUrl: `${client.host}/api/files`,
  Upload: FieldUpload,
})
