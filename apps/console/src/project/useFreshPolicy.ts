import { useEffect } from 'react'

const key = 'tavla.reloaded-for'

/**
 * What a page may call is fixed when it is loaded, so one that is older than the project's server is refused by the browser:
 * then it is loaded anew, once for an address.
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
