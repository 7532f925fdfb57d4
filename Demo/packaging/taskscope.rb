# A Homebrew formula, written for a tap. It has never been run: this project's machines have no Homebrew.
class Taskscope < Formula
  desc "See why an app's launch takes so long, and what would shorten it"
  homepage "https://example.invalid/taskscope"
  url "https://example.invalid/taskscope.git", tag: "v1.0.0"

  depends_on xcode: ["26.0", :build]
  depends_on macos: :sequoia
  uses_from_macos "ncurses"
  uses_from_macos "sqlite"

  def install
    system "Demo/install", "--prefix", prefix
  end

  test do
    (testpath/"app.yaml").write shell_output("#{bin}/taskscope new - --from-names Login,Home")
    assert_match "Login", shell_output("#{bin}/taskscope replay app.yaml")
  end
end
