type Values = Readonly<Record<string, unknown>>

/** A person's session at a site, without a browser. */
export interface Caller {
  call(method: string, path: string, data?: Values): Promise<Record<string, unknown>>
  /** The cookies of the session, for a browser. */
  cookies: { name: string; value: string; url: string }[]
}

/** Signs in at a site. @throws Error with the site's answer when a call is refused */
export async function signIn(site: string, path: string, credentials: Values): Promise<Caller> {
  let cookie = ''
  const send = (method: string, to: string, data?: Values) =>
    fetch(new URL(to, site), {
      method,
      headers: { cookie, ...(data && { 'content-type': 'application/json' }) },
      ...(data && { body: JSON.stringify(data) }),
    })
  const login = await send('POST', path, credentials)
  if (!login.ok) throw new Error(`${site}: ${await login.text()}`)
  const pairs = login.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '')
  cookie = pairs.join('; ')
  return {
    async call(method, to, data) {
      const answer = await send(method, to, data)
      if (!answer.ok) throw new Error(`${method} ${to}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Record<string, unknown>
    },
    cookies: pairs.map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: site }
    }),
  }
}
