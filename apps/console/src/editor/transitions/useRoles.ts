import { useEnvironment } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'

/** The ids of the site's roles, once they are needed. */
export function useRoles(isNeeded: boolean): readonly string[] {
  const { client } = useEnvironment()
  const [roles, setRoles] = useState<readonly string[]>([])
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    const query = { fields: ['id'], order_by: 'id asc', limit_page_length: 100 }
    client.entities.list('Role', query).then(
      ({ data }) => isCurrent && setRoles(data.map(({ id }) => id).filter((id) => !byThemselves.has(id))),
      // Roles that a transition names already are shown all the same.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, isNeeded])
  return roles
}

/** The roles that an administrator cannot give. */
const byThemselves = new Set(['Guest', 'Administrator'])
