import { describe, expect, it } from '@jest/globals';
import { CloseStack, openAll } from './closeable.ts';

const recorder = () => {
  const closed: string[] = [];
  const resource = (name: string, failure?: Error) => ({
    close: async () => {
      closed.push(name);
      if (failure !== undefined) throw failure;
    },
  });
  return { closed, resource };
};

describe('A close stack', () => {
  it('closes its resources in reverse order, each once', async () => {
    const { closed, resource } = recorder();
    const stack = new CloseStack();
    stack.use(resource('database'));
    stack.use(resource('bus'));
    stack.defer(() => void closed.push('timer'));
    await stack.close();
    await stack.close();
    expect(closed).toEqual(['timer', 'bus', 'database']);
  });

  it('continues after a failure and reports it at the end', async () => {
    const { closed, resource } = recorder();
    const stack = new CloseStack();
    stack.use(resource('database'));
    stack.use(resource('bus', new Error('stuck')));
    await expect(stack.close()).rejects.toMatchObject({ errors: [expect.objectContaining({ message: 'stuck' })] });
    expect(closed).toEqual(['bus', 'database']);
  });

  it('is closed when a later resource fails to open', async () => {
    const { closed, resource } = recorder();
    const opening = openAll(async (stack) => {
      stack.use(resource('database'));
      throw new Error('no bus');
    });
    await expect(opening).rejects.toThrow('no bus');
    expect(closed).toEqual(['database']);
  });
});
