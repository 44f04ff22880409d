import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

import { goProgram } from '../support/go-program.ts'
import { kubernetesSchemas } from './kubernetes-schemas.ts'

const CHART = join(import.meta.dirname, '../../deploy/helm')
/** The oldest version that the chart takes, and the newest that is known. */
const VERSIONS = ['1.30.0', '1.37.0']

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind
type Rendered = any

function render(...settings: readonly string[]): { readonly text: string; readonly objects: readonly Rendered[] } {
  const helm = goProgram('helm', 'helm.sh/helm/v3/cmd/helm@v3.22.0')
  const args = ['template', 'shop', CHART, '--kube-version', '1.30.0', ...settings.flatMap((one) => ['--set', one])]
  const { status, stdout, stderr } = spawnSync(helm, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return { text: stdout, objects: parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? []) }
}
const of = (objects: readonly Rendered[], kind: string) => objects.filter((one) => one.kind === kind)
const SCALED = [
  'autoscaling.enabled=true',
  'workers.large.replicas=1',
  'workers.large.minReplicas=0',
  'workers.large.maxReplicas=4',
  'workers.large.disk=200Gi',
]

it.each(VERSIONS)('Kubernetes %s accepts every object of the chart', (version) => {
  const { text } = render(...SCALED)
  const schemas = kubernetesSchemas(version)
  const kubeconform = goProgram('kubeconform', 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0')
  const location = `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`
  // An object of KEDA, whose schema Kubernetes does not have.
  const args = ['-strict', '-summary', '-skip', 'ScaledObject', '-schema-location', location, '-']
  const { stdout, status } = spawnSync(kubeconform, args, { input: text, encoding: 'utf8' })
  expect(stdout).toMatch(/Invalid: 0, Errors: 0, Skipped: 2/)
  expect(status).toBe(0)
})

it('no pod has a right, a secret in its variables or a root that can be written', () => {
  const pods = render(...SCALED).objects.filter((one) => one.spec?.template)
  expect(pods).toHaveLength(4)
  for (const { spec } of pods) {
    const pod = spec.template.spec
    expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } })
    const [container] = pod.containers
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })
    expect(container.env).toContainEqual({ name: 'DATABASE_URL_FILE', value: '/run/secrets/millrace/DATABASE_URL' })
    expect(container.resources.limits.memory).toBeDefined()
  }
})

it('a worker has longer to end than it gives its runs, and workers are evicted one after the other', () => {
  const { objects } = render()
  const deployments = of(objects, 'Deployment')
  expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['shop-api', 'shop-worker-default'])
  for (const { spec } of deployments) {
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(15)
    const labels = spec.selector.matchLabels
    expect(of(objects, 'PodDisruptionBudget').map((budget) => budget.spec)).toContainEqual({
      maxUnavailable: 1,
      selector: { matchLabels: labels },
    })
  }
})

it('each class of workers grows by the time that runs wait, and nobody else sets its number', () => {
  const { objects } = render(...SCALED)
  const workers = of(objects, 'Deployment').filter(({ metadata }) => metadata.name.includes('worker'))
  expect(workers.map(({ spec }) => spec.replicas)).toEqual([undefined, undefined])
  expect(
    of(objects, 'ScaledObject').map(({ spec }) => [
      spec.scaleTargetRef.name,
      spec.minReplicaCount,
      spec.maxReplicaCount,
    ]),
  ).toEqual([
    ['shop-worker-default', 2, 20],
    ['shop-worker-large', 0, 4],
  ])
  expect(of(objects, 'ScaledObject').map(({ spec }) => spec.triggers[0].metadata.query)).toEqual([
    'max(millrace_queue_oldest_seconds{job="millrace",class=""})',
    'max(millrace_queue_oldest_seconds{job="millrace",class="large"})',
  ])
  const classOf = ({ spec }: Rendered) =>
    spec.template.spec.containers[0].env.find(({ name }: { name: string }) => name === 'WORKER_CLASS')?.value
  expect(workers.map(classOf)).toEqual([undefined, 'large'])
})

it('the store is migrated before processes are replaced, and the machine’s own addresses are reached by nobody', () => {
  const { objects } = render()
  const [job] = of(objects, 'Job')
  expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-upgrade')
  expect(job.spec.template.spec.containers[0].args).toEqual(['migrate'])
  for (const { spec } of of(objects, 'NetworkPolicy'))
    expect(spec.egress[0].to[0].ipBlock).toEqual({ cidr: '0.0.0.0/0', except: ['169.254.0.0/16'] })
})
