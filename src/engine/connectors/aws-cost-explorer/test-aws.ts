import { z } from 'zod/mini'

import { sentence } from '../../../core/catalog/sentence.ts'
import type { Connector } from '../../ports/connector.ts'
import type { Clock } from '../vendor-api/clock.ts'
import { tryStages } from '../vendor-api/try-stages.ts'
import { jsonAs } from '../vendor-api/vendor-call.ts'
import { makeAwsClient } from './aws-client.ts'
import { awsSettings } from './aws-settings.ts'

const identity = z.object({
  GetCallerIdentityResponse: z.object({ GetCallerIdentityResult: z.object({ Arn: z.string() }) }),
})

/** Asks STS for the owner of the key, which is free; a call to Cost Explorer would cost money. */
export const makeTestAws =
  (clock: Clock): Connector['test'] =>
  (endpoint, _capability, context) =>
    tryStages(['sign-in'], 'AWS', context.signal, async (stage, signal) => {
      await stage('sign-in', async () => {
        const settings = awsSettings(endpoint, context)
        const client = makeAwsClient({ settings, service: 'sts', at: settings.sts, signal, clock })
        const arn = await client.call({
          method: 'POST',
          path: '/',
          headers: { accept: 'application/json' },
          body: new URLSearchParams({ Action: 'GetCallerIdentity', Version: '2011-06-15' }),
          isRepeatable: true,
          read: (answer) => jsonAs(identity)(answer).GetCallerIdentityResponse.GetCallerIdentityResult.Arn,
        })
        return { detail: sentence`as ${arn}; Cost Explorer itself is not asked, because AWS charges for it` }
      })
    })
