// swift-format-ignore-file
// What the page "A whole iPhone app" uses of SwiftUI, declared as there; nothing here runs.
// Each declaration names its page below https://developer.apple.com/documentation/swiftui.

@_exported import UIKit
import Foundation

/// app
@MainActor public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    /// app/main()
    public static func main() { fatalError() }
}

/// scene
@MainActor public protocol Scene {}

/// scenebuilder
@resultBuilder public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// windowgroup
public struct WindowGroup<Content: View>: Scene {
    /// windowgroup/init(content:)
    public init(@ViewBuilder content: () -> Content) { fatalError() }
}

/// view
@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

/// viewbuilder
@resultBuilder public struct ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

/// text
public struct Text: View {
    public init(_ text: String) { fatalError() }
    public var body: Never { fatalError() }
}

extension View {
    /// view/task(priority:_:)
    public func task(@_inheritActorContext _ action: @escaping @isolated(any) @Sendable () async -> Void) -> some View { self }

    /// view/onopenurl(perform:)
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
}

/// state
@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { fatalError() }
}

/// uiapplicationdelegateadaptor
@MainActor @propertyWrapper public struct UIApplicationDelegateAdaptor<Delegate: UIApplicationDelegate> {
    public init(_ type: Delegate.Type = Delegate.self) { fatalError() }
    public var wrappedValue: Delegate { fatalError() }
}
