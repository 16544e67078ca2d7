import type { KubeConfig } from '@kubernetes/client-node'
import { type ClusterSpec, HostingFault } from '../driver.ts'

type Client = typeof import('@kubernetes/client-node')

/**
 * Reads the kubeconfig of a Server record: YAML, JSON, or either as base64. It must be self-contained, because a user
 * who may write the record must not be able to run programs or read files on HQ's machine.
 * @throws HostingFault, never with any of its content
 */
export function readKubeconfig(client: Client, { kubeconfig, apiServer, allowsInsecure }: ClusterSpec): KubeConfig {
  const config = new client.KubeConfig()
  try {
    config.loadFromString(plainText(kubeconfig))
  } catch {
    // The parser's message would quote it.
    throw unreadable()
  }
  const [cluster, user] = [config.getCurrentCluster(), config.getCurrentUser()]
  if (!cluster || !user) throw unreadable()
  const { certFile, keyFile, exec, authProvider } = user
  if (certFile || keyFile || exec || authProvider || cluster.caFile || cluster.proxyUrl) {
    throw new HostingFault({ text: 'The kubeconfig may name no files, programs or sign-in services.' })
  }
  const server = String(apiServer ?? cluster.server)
  if (!/^https?:/.test(server) || !URL.canParse(server)) throw unreadable()
  if (!allowsInsecure && (server.startsWith('http:') || cluster.skipTLSVerify)) {
    throw new HostingFault({
      text: 'The kubeconfig uses http or checks no certificate. Others could take over the cluster.',
    })
  }
  config.loadFromClusterAndUser({ ...cluster, server: server.replace(/\/+$/, '') }, user)
  return config
}

export const unreadable = () => new HostingFault({ text: 'The kubeconfig cannot be read.' })

function plainText(kubeconfig: string): string {
  const packed = kubeconfig.replace(/\s+/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(packed) ? Buffer.from(packed, 'base64').toString('utf8') : kubeconfig
}
