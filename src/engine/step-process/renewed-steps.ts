import type { BoundOutline } from './messages.ts'
import type { StepProcess } from './step-process.ts'

/** What a run does with the process of its steps. */
export type StepRunner = Pick<StepProcess, 'bind' | 'transform'>

type StepsToBind = Parameters<StepProcess['bind']>[0]

/** Where steps are bound at the moment. */
interface Place {
  readonly process: StepProcess
  readonly bound: number
}

/** The steps of all streams of a run, in one process. It ends with a stream that fails; then the next stream binds its steps in a new one. */
export class RenewedSteps implements StepRunner {
  readonly #open: () => StepProcess
  #process: StepProcess
  readonly #bound: { readonly steps: StepsToBind; place: Place }[] = []

  constructor(open: () => StepProcess) {
    this.#open = open
    this.#process = open()
  }

  async bind(steps: StepsToBind): Promise<BoundOutline> {
    const process = this.#living()
    const outline = await process.bind(steps)
    const bound = this.#bound.push({ steps, place: { process, bound: outline.bound } }) - 1
    return { ...outline, bound }
  }

  async transform(...[order, readers, passOn]: Parameters<StepProcess['transform']>): Promise<number> {
    order.signal.throwIfAborted()
    const { process, bound } = await this.#placeOf(order.steps.bound)
    return process.transform({ ...order, steps: { ...order.steps, bound } }, readers, passOn)
  }

  kill(): void {
    this.#process.kill()
  }

  async #placeOf(bound: number): Promise<Place> {
    const own = this.#bound[bound]
    if (!own) throw new Error(`no steps were bound as ${bound}`)
    const process = this.#living()
    if (own.place.process !== process) own.place = { process, bound: (await process.bind(own.steps)).bound }
    return own.place
  }

  #living(): StepProcess {
    if (this.#process.hasEnded) this.#process = this.#open()
    return this.#process
  }
}
