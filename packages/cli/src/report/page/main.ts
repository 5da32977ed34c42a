import { byId } from '@selfcollide/kit';
import { readPayload } from './decode.ts';
import { ReportPage } from './report-page.ts';

async function start(): Promise<void> {
  try {
    const { payload, bytes } = await readPayload();
    new ReportPage(payload, bytes).openFile(0);
    document.documentElement.dataset.ready = 'true';
  } catch (error) {
    byId('verdict').textContent = `This report cannot be shown: ${String(error)}`;
    byId('verdict').dataset.state = 'failed';
    throw error;
  }
}

start();
