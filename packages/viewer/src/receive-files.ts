import { byId } from '@selfcollide/kit';
import type { FileToOpen } from './messages.ts';

/** Takes files that are dropped anywhere on the page or chosen by the button. */
export function receiveFiles(onFiles: (files: FileToOpen[]) => void, onProblem: (message: string) => void): void {
  const hint = byId('drop-hint');
  const input = byId<HTMLInputElement>('file-input');

  const take = async (list: Iterable<File>) => {
    const files = [...list].map((file) => ({ name: file.name, data: file }));
    try {
      // folders look like files, but nothing can be read
      await Promise.all(files.slice(0, 3).map(({ data }) => data.slice(0, 1).arrayBuffer()));
      if (files.length > 0) onFiles(files);
    } catch {
      onProblem('The files could not be read. Folders cannot be dropped: open the folder and drop the files in it.');
    }
  };
  byId('open-file').addEventListener('click', () => input.click());
  input.addEventListener('change', async () => {
    await take(input.files ?? []);
    input.value = ''; // choosing the same file again counts
  });
  addEventListener('dragover', (event) => {
    event.preventDefault();
    hint.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) hint.hidden = true;
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    hint.hidden = true;
    byId<HTMLDialogElement>('gallery').close();
    take(event.dataTransfer?.files ?? []);
  });
}
