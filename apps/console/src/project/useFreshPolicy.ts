import { useEffect } from 'react'

const key = 'tavla.reloaded-for'

/**
 * Reloads the page, once for each address, when the browser refuses a call to the project's server: the page's policy
 * lists the servers at the time of its load, and this one may be newer.
 */
export function useFreshPolicy(host: string | null): void {
  useEffect(() => {
    if (host === null) return
    const handle = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      if (!blockedURI.startsWith(host) || sessionStorage.getItem(key) === host) return
      sessionStorage.setItem(key, host)
      location.reload()
    }
    document.addEventListener('securitypolicyviolation', handle)
    return () => document.removeEventListener('securitypolicyviolation', handle)
  }, [host])
}
