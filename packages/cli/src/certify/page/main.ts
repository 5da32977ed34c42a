import { byId } from '@selfcollide/kit';
import { inflate } from '../../report/page/decode.ts';
import type { CertifyPayload } from '../certify-report.ts';
import { CertifyPage } from './certify-page.ts';

async function start(): Promise<void> {
  try {
    const [json, bytes] = await Promise.all([inflate('payload'), inflate('bytes')]);
    new CertifyPage(JSON.parse(new TextDecoder().decode(json)) as CertifyPayload, bytes);
    document.documentElement.dataset.ready = 'true';
  } catch (error) {
    byId('verdict').textContent = `This report cannot be shown: ${String(error)}`;
    throw error;
  }
}

start();
