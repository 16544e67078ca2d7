import { useSession } from '@tavla/app-shell'

/** True for a System Manager of HQ, and for its Administrator, who may do all that they may. */
export function useIsManager(): boolean {
  const { roles = [] } = useSession()
  return roles.includes('System Manager') || roles.includes('Administrator')
}
